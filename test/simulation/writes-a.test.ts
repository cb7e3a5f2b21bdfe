import { writeSeeds } from "#test/support/write-seeds.ts";

writeSeeds("a", 1, 340);
