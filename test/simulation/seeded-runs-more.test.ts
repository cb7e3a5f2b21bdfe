import { seededRuns } from "#test/support/seeded-suite.ts";

seededRuns(1, 2);
