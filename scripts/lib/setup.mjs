import { ensureDependencies, isInstalled } from "./dependencies.mjs";
import { takeSetupLock } from "./install-lock.mjs";
import { ensureKeytar, keytarIsBuilt, keytarIsSettled } from "./keytar.mjs";
import { findNode, NO_NODE } from "./node24.mjs";

/**
 * Makes a clone ready to run: dependencies, the keychain binding, the right Node. Answers at once
 * when it is ready already.
 * @param retryKeytar try the binding again although an earlier attempt failed
 * @returns path of the Node to run on, or null after saying what is missing
 */
export async function setUp(print, { retryKeytar = false } = {}) {
  const settled = retryKeytar ? keytarIsBuilt() : keytarIsSettled();
  if (!isInstalled() || !settled) {
    const release = await takeSetupLock(() => print.say("Another process is setting the project up; waiting for it."));
    try {
      if (!(await ensureDependencies(print))) return null;
      const node = findNode();
      if (node !== null) await ensureKeytar(print, node);
    } finally {
      release();
    }
  }
  const node = findNode();
  if (node === null) print.say(NO_NODE);
  return node;
}
