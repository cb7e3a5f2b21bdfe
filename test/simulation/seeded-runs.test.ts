import { seededRuns } from "#test/support/seeded-suite.ts";

// 200 runs in two files, one for each core.
seededRuns(1, 100);
