import { defineConfig } from "vitest/config";
import { BaseSequencer, type InlineConfig, type TestSpecification } from "vitest/node";

/** Two cores shared with a browser and simulated ledgers: a limit says "hangs", not "slow". A night shares them with other work, too. */
const LIMIT_MS = process.env.TIEOUT_SEED === undefined ? 120_000 : 900_000;

/** What a window shows next, or a process says, may take its time too. */
const expect = { poll: { timeout: 20_000 } };

/** What every project of tests without a window of their own shares. */
const withoutWindow = {
  pool: "threads",
  // Files of a worker share what they import: code that has run before runs several times as fast.
  isolate: false,
  setupFiles: ["test/support/setup.ts"],
  expect,
  testTimeout: LIMIT_MS,
  hookTimeout: LIMIT_MS,
} satisfies InlineConfig;

/**
 * Node loads the sources itself, as it does when the command runs unbuilt. Vite's runner would look every imported name up again
 * at each use, which costs a fifth of the run.
 */
const loadedByNode = { viteModuleRunner: false, nodeLoader: false };

/** Tests of what only Vite can load: the window's sources, and modules whose Electron is a replacement. */
const THROUGH_VITE = ["test/unit/renderer/**/*.test.{ts,tsx}", "test/unit/electron/**/*.test.ts"];

const LONG = /\/test\/(simulation|headless|conformance|e2e)\//;

/** Tests of the window that take longest, the longest first: a clone has no last run to go by. */
const LONGEST = ["loopback", "looks", "whole-month", "connect", "bank", "entry-forms", "hard-days"].map(
  (name) => `/test/e2e/${name}.test.ts`,
);

/**
 * Long suites first, so that no core is left without work while the other one ends the last of them. Vitest goes by the
 * durations of the last run, and by size where there was none: but many of the longest suites are the smallest files.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) => {
      const { long = [], short = [] } = Object.groupBy(own, ({ moduleId }) => (LONG.test(moduleId) ? "long" : "short"));
      const longest = LONGEST.flatMap((end) => long.filter(({ moduleId }) => moduleId.endsWith(end)));
      return [...new Set([...longest, ...long, ...short])];
    });
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // One core is not kept free: nobody works on a machine while it tests.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          ...withoutWindow,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...THROUGH_VITE, "test/e2e/**", "test/electron/**", "test/keychain/**", "test/live/**"],
          experimental: loadedByNode,
        },
      },
      { test: { ...withoutWindow, name: "unit-window", include: THROUGH_VITE } },
      {
        test: {
          name: "keychain",
          experimental: loadedByNode,
          include: ["test/keychain/**/*.test.ts"],
          pool: "forks",
          expect,
          // They lock and end the one keyring of the session.
          fileParallelism: false,
          // The system's daemon aborts now and then: see restartOnRetry.
          retry: 2,
          testTimeout: LIMIT_MS,
        },
      },
      {
        test: {
          name: "e2e",
          experimental: loadedByNode,
          include: ["test/e2e/**/*.test.ts", "test/electron/**/*.test.ts"],
          pool: "forks",
          isolate: false,
          expect,
          testTimeout: 2 * LIMIT_MS,
          hookTimeout: 2 * LIMIT_MS,
        },
      },
    ],
  },
});
