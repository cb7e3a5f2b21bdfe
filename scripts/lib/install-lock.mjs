import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./paths.mjs";

const LOCK = join(ROOT, ".setup.lock");
const POLL_MS = 250;

/**
 * Lets one process at a time set the project up. The lock of a process that died is taken over.
 * @param waiting called once when another process holds it
 * @returns a function that gives the lock back
 */
export async function takeSetupLock(waiting) {
  let told = false;
  for (;;) {
    if (tryTake()) return () => rmSync(LOCK, { recursive: true, force: true });
    const owner = ownerOf();
    if (owner !== null && !isAlive(owner)) moveAside();
    else if (!told) {
      told = true;
      waiting();
    }
    await sleep(POLL_MS);
  }
}

function tryTake() {
  try {
    mkdirSync(LOCK);
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
  writeFileSync(join(LOCK, "pid"), String(process.pid));
  return true;
}

function ownerOf() {
  try {
    return Number(readFileSync(join(LOCK, "pid"), "utf8")) || null;
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Of two processes that find a dead owner, one renames and the other finds nothing to rename. */
function moveAside() {
  const aside = `${LOCK}.${process.pid}`;
  try {
    renameSync(LOCK, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}
