import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./paths.mjs";

const LOCK = join(ROOT, ".setup.lock");
const ASIDE = `${LOCK}.${process.pid}`;
const POLL_MS = 250;

/**
 * Lets one process at a time set the project up. The lock of a process that died is taken over.
 * @param waiting called once when another process holds it
 * @returns a function that gives the lock back
 */
export async function takeSetupLock(waiting) {
  let told = false;
  while (fails(() => writeFileSync(LOCK, String(process.pid), { flag: "wx" }), "EEXIST")) {
    // Of two processes that find a dead owner, one renames and the other finds nothing to rename.
    if (isOfDead()) {
      if (!fails(() => renameSync(LOCK, ASIDE), "ENOENT")) rmSync(ASIDE);
      continue;
    }
    if (!told) waiting();
    told = true;
    await sleep(POLL_MS);
  }
  return () => rmSync(LOCK, { force: true });
}

function isOfDead() {
  let owner = 0;
  if (fails(() => (owner = Number(readFileSync(LOCK, "utf8"))), "ENOENT") || owner === 0) return false;
  return fails(() => process.kill(owner, 0), "ESRCH", "EPERM");
}

/** True when it fails as expected; `fine` is an error that stands for success. */
function fails(act, expected, fine) {
  try {
    act();
    return false;
  } catch (error) {
    if (error.code === fine) return false;
    if (error.code === expected) return true;
    throw error;
  }
}
