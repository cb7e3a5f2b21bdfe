import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useLink } from "./core-link.ts";

/** A state in the core, as shown to people. */
export interface Standing {
  readonly word: string;
  readonly tone: Tone;
  readonly means?: string;
}

const LOST: Standing = {
  word: t("Not updating"),
  tone: "offline",
  means: t("Tieout's background process isn't responding. What you see was loaded earlier and may be out of date."),
};

/** The last known state, or that the connection is lost while the core doesn't answer. */
export function useStanding(last: Standing): Standing {
  return useLink(({ core }) => core) === "down" ? LOST : last;
}
