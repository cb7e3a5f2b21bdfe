import { seededRuns } from "#test/support/seeded-suite.ts";

seededRuns(101, 200);
