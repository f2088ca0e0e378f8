// Loads FFmpeg and the audio server's library at the first call of one of their functions, not when the program
// starts: they bring some 170 libraries with them, which cost every “replay --help” 50 ms of CPU.
//
// Scripts/link-programs makes `lazy.inc`, in which each function that the program calls has a trampoline: it jumps to
// where its slot points, first to replay_lazy_resolve below, which fills all slots, then to the function itself.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct lazy_function {
    const char *name;
    int library;
};

// From lazy.inc: the libraries' names, and the functions with the library of each.
extern const char *const replay_lazy_libraries[];
extern const struct lazy_function replay_lazy_functions[];
extern const int replay_lazy_library_count, replay_lazy_function_count;
extern void *replay_lazy_slots[];

enum { most_libraries = 16, exit_unavailable = 69 };

static void fail(void) {
    fprintf(stderr, "replay: a library that it was built with cannot be loaded: %s; install the packages that it "
                    "depends on, of this system's release\n", dlerror());
    exit(exit_unavailable);
}

static void load(void) {
    void *libraries[most_libraries];
    for (int index = 0; index < replay_lazy_library_count; index++) {
        libraries[index] = dlopen(replay_lazy_libraries[index], RTLD_LAZY | RTLD_LOCAL);
        if (!libraries[index]) fail();
    }
    for (int index = 0; index < replay_lazy_function_count; index++) {
        const struct lazy_function *function = &replay_lazy_functions[index];
        void *address = dlsym(libraries[function->library], function->name);
        if (!address) fail();
        __atomic_store_n(&replay_lazy_slots[index], address, __ATOMIC_RELEASE);
    }
}

void replay_lazy_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}

// Called by a trampoline whose slot is not filled yet, with the slot's number on the stack: keeps what the System V ABI
// passes arguments in, fills the slots, and goes where the call was meant to.
__asm__(
    ".text\n"
    ".hidden replay_lazy_resolve\n"
    ".globl replay_lazy_resolve\n"
    ".type replay_lazy_resolve, @function\n"
    "replay_lazy_resolve:\n"
    "    pushq %rax\n    pushq %rdi\n    pushq %rsi\n    pushq %rdx\n"
    "    pushq %rcx\n    pushq %r8\n    pushq %r9\n    pushq %r10\n"
    "    subq $128, %rsp\n"
    "    movups %xmm0, (%rsp)\n    movups %xmm1, 16(%rsp)\n    movups %xmm2, 32(%rsp)\n    movups %xmm3, 48(%rsp)\n"
    "    movups %xmm4, 64(%rsp)\n    movups %xmm5, 80(%rsp)\n    movups %xmm6, 96(%rsp)\n    movups %xmm7, 112(%rsp)\n"
    "    call replay_lazy_load\n"
    "    movups (%rsp), %xmm0\n    movups 16(%rsp), %xmm1\n    movups 32(%rsp), %xmm2\n    movups 48(%rsp), %xmm3\n"
    "    movups 64(%rsp), %xmm4\n    movups 80(%rsp), %xmm5\n    movups 96(%rsp), %xmm6\n    movups 112(%rsp), %xmm7\n"
    "    addq $128, %rsp\n"
    "    popq %r10\n    popq %r9\n    popq %r8\n    popq %rcx\n"
    "    popq %rdx\n    popq %rsi\n    popq %rdi\n    popq %rax\n"
    "    popq %r11\n"
    "    leaq replay_lazy_slots(%rip), %r10\n"
    "    jmp *(%r10, %r11, 8)\n"
    ".size replay_lazy_resolve, . - replay_lazy_resolve\n");

#include "lazy.inc"
