import { writeSeeds } from "#test/support/write-seeds.ts";

writeSeeds("b");
