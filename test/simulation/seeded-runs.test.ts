import { seededRuns } from "#test/support/seeded-suite.ts";

// Two files, one for each core.
seededRuns(0, 2);
