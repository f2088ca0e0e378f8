# Makes lazy.inc of lines “FUNCTION LIBRARY”, sorted by library: see lazy.c.
{
    name[NR - 1] = $1
    if (!($2 in number)) { number[$2] = libraries; file[libraries++] = $2 }
    library[NR - 1] = number[$2]
}

END {
    print "const char *const replay_lazy_libraries[] = {"
    for (i = 0; i < libraries; i++) printf "    \"%s\",\n", file[i]
    print "};\nconst struct lazy_function replay_lazy_functions[] = {"
    for (i = 0; i < NR; i++) printf "    { \"%s\", %d },\n", name[i], library[i]
    printf "};\nconst int replay_lazy_library_count = %d, replay_lazy_function_count = %d;\n", libraries, NR
    print "_Static_assert(" libraries + 0 " <= most_libraries, \"room for all libraries\");"
    print "__asm__(\n    \".text\\n\""
    for (i = 0; i < NR; i++) {
        printf "    \".globl %s\\n.hidden %s\\n.type %s, @function\\n\"\n", name[i], name[i], name[i]
        printf "    \"%s: jmp *replay_lazy_slots+%d(%%rip)\\n.size %s, . - %s\\n\"\n", name[i], 8 * i, name[i], name[i]
        printf "    \".Lresolve%d: pushq $%d\\n    jmp replay_lazy_resolve\\n\"\n", i, i
    }
    print "    \".section .data.rel.local,\\\"aw\\\"\\n.balign 8\\n.hidden replay_lazy_slots\\n.globl replay_lazy_slots\\n\""
    print "    \"replay_lazy_slots:\\n\""
    for (i = 0; i < NR; i++) printf "    \".quad .Lresolve%d\\n\"\n", i
    print ");"
}
