import {
  Ban,
  Check,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CloudOff,
  Contrast,
  GitCompareArrows,
  Hourglass,
  KeyRound,
  Lock,
  type LucideIcon,
  PencilLine,
  RefreshCw,
  SquareCheckBig,
  Trash2,
  TriangleAlert,
  UserCheck,
  X,
} from "lucide-react";
import type { Tone } from "../../format/labels/sync-labels.ts";
import styles from "./chip.module.css";
import { classes } from "./classes.ts";
import { HiddenText } from "./hidden-text.tsx";

const ICONS: Readonly<Record<Tone, LucideIcon>> = {
  ok: Check,
  partly: Contrast,
  syncing: RefreshCw,
  queued: Hourglass,
  warning: TriangleAlert,
  conflict: GitCompareArrows,
  sign_in: KeyRound,
  failed: X,
  neutral: CircleDashed,
  offline: CloudOff,
  locked: Lock,
  current: CircleDot,
  task: SquareCheckBig,
  draft: PencilLine,
  awaiting: UserCheck,
  open: Circle,
  part_paid: Contrast,
  paid: CircleCheck,
  voided: Ban,
  deleted: Trash2,
};

/** States in which nobody must act: a list full of them needs no colour. */
const NORMAL: readonly Tone[] = ["ok", "partly", "open", "part_paid", "paid", "neutral", "voided", "deleted", "locked"];

/**
 * A state as icon and word on its own ground. `icon` is left out where the word alone is plain enough. `quiet`: in a list, where a state
 * that needs nobody is plain text; `always`, where this one needs nobody whatever its tone.
 * `brief`: the icon alone, its word for screen readers. `proof`: its icon is green, since it says that figures were proved and not only
 * that nothing is left to do.
 */
export function Chip({
  tone,
  word,
  icon,
  title,
  quiet = false,
  brief = false,
  proof = false,
}: {
  readonly tone: Tone;
  readonly word: string;
  readonly icon?: LucideIcon | null;
  readonly title?: string | undefined;
  readonly quiet?: boolean | "always";
  readonly brief?: boolean;
  readonly proof?: boolean;
}) {
  const Icon = icon === undefined ? ICONS[tone] : icon;
  return (
    <span
      className={classes(
        styles.chip,
        brief && styles.brief,
        proof && styles.proof,
        quiet === "always" || (quiet && NORMAL.includes(tone)) ? styles.quiet : styles[tone],
      )}
      {...(title === undefined ? {} : { title })}
    >
      {Icon === null ? null : (
        <Icon size={12} strokeWidth={2.25} aria-hidden className={classes(tone === "syncing" && icon === undefined && styles.turning)} />
      )}
      {brief ? <HiddenText>{word}</HiddenText> : word}
    </span>
  );
}
