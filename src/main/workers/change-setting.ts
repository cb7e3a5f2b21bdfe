import type { WorkerPool } from "./pool.ts";

/**
 * Changes a setting of the firm that several acts may change at once. The value is read on one thread and
 * saved on another, so it is saved only if it is still what `change` was given; otherwise it is read again.
 * @param change makes the new value from the stored one, null for none; undefined leaves it as it is
 * @returns what is stored now
 */
export async function changeSetting<T>(pool: WorkerPool, key: string, change: (known: unknown) => T | undefined): Promise<T | undefined> {
  for (;;) {
    const was = await pool.must("firm.setting", { key });
    const value = change(was);
    if (value === undefined || (await pool.must("firm.replaceSetting", { key, was, value })).replaced) return value;
  }
}
