/** Prints one line per step: a mark, what it was, how it went, how long it took. */

const MARKS = { ok: "✓", failed: "✗", skipped: "–" };

/**
 * @param stream where the lines go: stdout for start and test, stderr for the headless command
 */
export function stepPrinter(stream) {
  const live = stream.isTTY === true;
  return {
    /** Shown on a terminal while the step runs, replaced by its line. */
    begin: (name) => {
      if (live) stream.write(`  ${name} …`);
    },
    /** @param outcome "ok" | "failed" | "skipped" */
    end: (name, outcome, sinceMs, note = "") => {
      const seconds = `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
      if (live) stream.write("\r\x1b[K");
      stream.write(`${MARKS[outcome]} ${name.padEnd(14)} ${seconds.padStart(8)}${note === "" ? "" : `  ${note}`}\n`);
    },
    say: (text) => stream.write(`${text}\n`),
  };
}
