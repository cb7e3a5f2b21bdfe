import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useLink } from "./core-link.ts";

/** How something that goes on in the core stands, for people. */
export interface Standing {
  readonly word: string;
  readonly tone: Tone;
  readonly means?: string;
}

const LOST: Standing = {
  word: t("Connection lost"),
  tone: "offline",
  means: t("Tieout's background process has stopped. What you see was loaded earlier and may have changed."),
};

/** What was last heard of how something stands, unless the core that would tell of a change does not answer. */
export function useStanding(last: Standing): Standing {
  return useLink(({ core }) => core) === "down" ? LOST : last;
}
