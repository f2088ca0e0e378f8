/// Window classes (`WM_CLASS`) whose windows show secrets.
public enum PrivateWindowClasses {
    /// The classes of password managers, and of the windows in which the desktop and its keyrings ask for a password.
    public static let passwordManagers: [String] = [
        // Password managers.
        "1password", "bitwarden", "buttercup", "dashlane", "enpass", "enpass-desktop", "gopass-ui", "keepass",
        "keepass2", "keepassx", "keepassx2", "keepassxc", "org.keepassxc.keepassxc", "keeper password manager",
        "keeperpassword", "keeweb", "lastpass", "lesspass", "nordpass", "padloc", "passbolt", "passky",
        "password safe", "pwsafe", "passwordsafe", "proton pass", "proton-pass", "protonpass", "qtpass",
        "org.ijhack.qtpass", "revelation", "roboform", "secrets", "org.gnome.world.secrets", "gnome-passwordsafe",
        // Keyrings and wallets.
        "gcr-prompter", "gcr-viewer", "gnome-keyring-prompt", "gnome-keyring-manager", "kwalletd5", "kwalletd6",
        "kwalletmanager", "kwalletmanager5", "org.kde.kwalletmanager", "org.kde.kwalletmanager5",
        "org.kde.kwalletd5", "org.kde.kwalletd6", "seahorse", "org.gnome.seahorse.application", "kleopatra",
        "org.kde.kleopatra",
        // Prompts for a password.
        "pinentry", "pinentry-gtk", "pinentry-gtk-2", "pinentry-gnome3", "pinentry-qt", "pinentry-qt4",
        "pinentry-qt5", "pinentry-qt6", "pinentry-fltk", "pinentry-efl", "pinentry-x11", "ksshaskpass",
        "org.kde.ksshaskpass", "ssh-askpass", "x11-ssh-askpass", "gnome-ssh-askpass", "gnome-ssh-askpass2",
        "gnome-ssh-askpass3", "lxqt-openssh-askpass", "lxqt-sudo", "gksu", "gksudo", "kdesu", "kdesudo",
        "polkit-gnome-authentication-agent-1", "polkit-mate-authentication-agent-1",
        "polkit-kde-authentication-agent-1", "org.kde.polkit-kde-authentication-agent-1",
        "lxqt-policykit-agent", "lxpolkit", "xfce-polkit",
    ]
}
