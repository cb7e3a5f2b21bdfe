import {
  Ban,
  CircleAlert,
  CircleCheck,
  CloudOff,
  Hourglass,
  Inbox,
  LockKeyhole,
  type LucideIcon,
  RefreshCw,
  SearchX,
  Unplug,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";
import { classes } from "../controls/classes.ts";
import styles from "./state-note.module.css";

/** Why a place holds nothing to work with now. */
export type PlaceState =
  | "empty"
  | "filtered"
  | "done"
  | "not_synced"
  | "not_connected"
  | "offline"
  | "throttled"
  | "rejected"
  | "error"
  | "no_permission";

interface StateLook {
  readonly icon: LucideIcon;
  readonly tone: "quiet" | "wrong";
  /** What it means for the work in any place. */
  readonly advice: string | null;
}

const LOOKS: Readonly<Record<PlaceState, StateLook>> = {
  empty: { icon: Inbox, tone: "quiet", advice: null },
  filtered: { icon: SearchX, tone: "quiet", advice: null },
  done: { icon: CircleCheck, tone: "quiet", advice: null },
  not_synced: { icon: RefreshCw, tone: "quiet", advice: null },
  not_connected: { icon: Unplug, tone: "quiet", advice: null },
  offline: {
    icon: CloudOff,
    tone: "quiet",
    advice: t("Everything synced so far is still on this computer."),
  },
  throttled: {
    icon: Hourglass,
    tone: "quiet",
    advice: t("The ledger limits how many requests Tieout can send. Syncing resumes automatically."),
  },
  rejected: {
    icon: Ban,
    tone: "wrong",
    advice: t("Nothing was changed in the ledger. Correct what the ledger rejected, then try again."),
  },
  error: { icon: CircleAlert, tone: "wrong", advice: null },
  no_permission: { icon: LockKeyhole, tone: "quiet", advice: t("Ask an administrator of your firm to change your role in Settings.") },
};

const CODES: Partial<Readonly<Record<Failure["code"], PlaceState>>> = {
  ledger_unreachable: "offline",
  core_unreachable: "offline",
  ledger_rejected: "rejected",
  not_allowed: "no_permission",
};

/** What state a failure leaves a place in. */
export function stateOfFailure(code: Failure["code"]): PlaceState {
  return CODES[code] ?? "error";
}

/**
 * What is in a place that holds nothing to work with: what it is, why, and what to do. `page`: it is all that the screen
 * holds. `advised`: its children say what to do.
 */
export function StateNote({
  state,
  title,
  page = false,
  advised = false,
  children,
}: {
  readonly state: PlaceState;
  readonly title: string;
  readonly page?: boolean;
  readonly advised?: boolean;
  readonly children?: ReactNode;
}) {
  const { icon: Icon, tone, advice } = LOOKS[state];
  return (
    <div className={styles.note} data-place="" {...(tone === "wrong" ? { role: "alert" } : {})}>
      <span className={classes(styles.mark, styles[tone])}>
        <Icon size={20} aria-hidden />
      </span>
      {page ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
      {advice === null || advised ? null : <p>{advice}</p>}
      {children}
    </div>
  );
}
