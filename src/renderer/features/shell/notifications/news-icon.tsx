import { CircleAlert, GitCompareArrows, KeyRound, Lock, type LucideIcon, TriangleAlert, X } from "lucide-react";
import { inboxTone } from "../../../format/labels/attention-labels.ts";
import { WRITE_STATES } from "../../../format/labels/write-labels.ts";
import type { Notification } from "../../../state/window/notifications.ts";
import styles from "./news-icon.module.css";

type News = Pick<Notification, "key" | "kind" | "tone">;

interface Look {
  readonly tone: "conflict" | "failed" | "warning";
  readonly Icon: LucideIcon;
}

const WARNING: Look = { tone: "warning", Icon: TriangleAlert };

/** News looks as its state does in the inbox and in its list; an act that failed looks like nothing else. */
export function newsLook({ key, kind, tone }: News): Look {
  if (tone === "failed" || kind === null) return { tone: "failed", Icon: CircleAlert };
  if (kind === "lock_moved_back") return { tone: "conflict", Icon: Lock };
  if (kind === "needs_sign_in") return { tone: "conflict", Icon: KeyRound };
  if (kind !== "write") return WARNING;
  // The state of an update ends the key of its notice; one that was posted with other values has a key of its own.
  const state = inboxTone({ kind, writeState: WRITE_STATES.find((one) => key.endsWith(`/${one}`)) ?? "accepted" });
  if (state === "conflict") return { tone: "conflict", Icon: GitCompareArrows };
  return state === "failed" ? { tone: "failed", Icon: X } : WARNING;
}

export function NewsIcon({ news, size }: { readonly news: News; readonly size: number }) {
  const { tone, Icon } = newsLook(news);
  return <Icon size={size} className={styles[tone]} aria-hidden />;
}
