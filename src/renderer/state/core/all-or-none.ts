import { CallFailure } from "../../api/call-failure.ts";

/**
 * Does the parts of one act, one after another. When one fails, those before it are taken back, the last first,
 * so that nothing of what is reported as failed remains done without anybody being told.
 */
export async function allOrNone<Part, Done>(
  parts: Iterable<Part>,
  act: (part: Part) => Promise<Done>,
  takeBack: (done: Done) => Promise<unknown>,
): Promise<readonly Done[]> {
  const done: Done[] = [];
  try {
    for (const part of parts) done.push(await act(part));
    return done;
  } catch (error) {
    try {
      for (const one of done.toReversed()) await takeBack(one);
    } catch (stuck) {
      // Why the act failed is what a person needs to know; what couldn't be taken back is still on the screen.
      if (!(stuck instanceof CallFailure)) throw stuck;
    }
    throw error;
  }
}
