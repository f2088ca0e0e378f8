import Foundation

/// The `slurm.conf` of a `SlurmCluster`.
struct SlurmConfiguration {
    let text: String

    /// - Parameter folder: The folder for all its files.
    init(folder: String, arraySize: Int) throws {
        let ports = try FreePorts.find(SlurmCluster.nodes.count + 1)
        let user = NSUserName()
        let host = Self.hostName
        let nodes = zip(SlurmCluster.nodes, ports.dropFirst()).map { name, port in
            "NodeName=\(name) NodeHostname=\(host) NodeAddr=127.0.0.1 Port=\(port) CPUs=1 RealMemory=1000000"
        }
        text = """
            ClusterName=replay
            SlurmctldHost=\(host)(127.0.0.1)
            SlurmctldPort=\(ports[0])
            SlurmUser=\(user)
            SlurmdUser=\(user)
            AuthType=auth/munge
            CredType=cred/munge
            AuthInfo=socket=\(folder)/munge.sock,cred_expire=10
            StateSaveLocation=\(folder)/state
            SlurmdSpoolDir=\(folder)/%n
            SlurmctldPidFile=\(folder)/controller.pid
            SlurmdPidFile=\(folder)/%n.pid
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            SwitchType=switch/none
            MpiDefault=none
            AccountingStorageType=accounting_storage/none
            JobAcctGatherType=jobacct_gather/none
            SelectType=select/cons_tres
            SelectTypeParameters=CR_CPU
            SchedulerType=sched/builtin
            SchedulerParameters=sched_min_interval=1,batch_sched_delay=0,sched_interval=1
            SlurmdParameters=config_overrides
            ReturnToService=2
            SlurmdTimeout=10
            SlurmctldTimeout=10
            MessageTimeout=5
            MinJobAge=2
            KillWait=2
            MaxArraySize=\(arraySize)
            \(nodes.joined(separator: "\n"))
            PartitionName=main Nodes=ALL Default=YES State=UP MaxTime=INFINITE

            """
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let full = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(full.prefix { $0 != "." })
    }
}
