import type { FileOutcome } from "#shared/contract/app/shell.ts";
import { subscribe } from "./client.ts";

/**
 * Whether the file that is offered at an address gets saved. The desktop shell tells whether the person saved it; a browser tells
 * nothing, so there it counts as saved.
 */
export function fileOutcome(address: string): Promise<FileOutcome> {
  if (window.tieout === undefined) return Promise.resolve("saved");
  return new Promise((resolve) => {
    const stop = subscribe("shell.fileDone", (done) => {
      if (done.address !== address) return;
      stop();
      resolve(done.outcome);
    });
  });
}
