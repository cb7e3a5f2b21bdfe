import { defineConfig } from "vitest/config";

/** Two cores shared with a browser and simulated ledgers: a limit says "hangs", not "slow". */
const LIMIT_MS = 60_000;

export default defineConfig({
  test: {
    // One core is not kept free: nobody works on a machine while it tests.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
          exclude: ["test/e2e/**", "test/electron/**", "test/keychain/**", "test/live/**"],
          pool: "threads",
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
        },
      },
      {
        test: {
          name: "keychain",
          include: ["test/keychain/**/*.test.ts"],
          pool: "forks",
          // They lock and end the one keyring of the session.
          fileParallelism: false,
          testTimeout: LIMIT_MS,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts", "test/electron/**/*.test.ts"],
          pool: "forks",
          fileParallelism: false,
          testTimeout: 2 * LIMIT_MS,
          hookTimeout: 2 * LIMIT_MS,
        },
      },
    ],
  },
});
