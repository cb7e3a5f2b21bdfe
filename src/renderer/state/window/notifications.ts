import { create } from "zustand";
import type { Notice } from "#shared/contract/app/notices.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { nowMs } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import { decodePart } from "./screen-address.ts";
import { readWritePlace } from "./write-address.ts";

/** Something that happened while the window was open: the core raised it, or an act of the person failed. */
export interface Notification {
  readonly key: string;
  /** The client that the news is about; null for an act. */
  readonly clientId: string | null;
  readonly tone: "attention" | "failed";
  /** What kind of news it is; null for an act. */
  readonly kind: Notice["kind"] | null;
  readonly title: string;
  readonly body: string;
  /** Where to deal with it; none where the screen that it happened on is the place. */
  readonly address: string | null;
  readonly at: string;
  readonly read: boolean;
}

interface Notifications {
  /** Newest first. */
  readonly items: readonly Notification[];
  /** The one shown now, for a few seconds; the list keeps it. */
  readonly told: Notification | null;
}

const KEPT_MAX = 100;

export const useNotifications = create<Notifications>(() => ({ items: [], told: null }));

/** Takes what the core raised; the same thing again moves up and is unread again. */
export function noteRaised({ key, kind, clientId, title, body, address, at }: Notice): void {
  note({ key, clientId, tone: "attention", kind, title, body, address, at, read: false }, true);
}

/**
 * Keeps why an act failed. Most screens show it beside the act, and the list has it once the screen is left; where no
 * screen does, it is told.
 */
export function noteFailure(
  { message, next }: Pick<Failure, "message" | "next">,
  address: string,
  how: "listed" | "told" = "listed",
): void {
  const at = new Date(nowMs()).toISOString();
  const body = next ?? t("The action wasn't completed.");
  const act = { clientId: null, tone: "failed", kind: null } as const;
  note({ ...act, key: `failed ${message}`, title: message, body, address, at, read: false }, how === "told");
}

function note(one: Notification, tell: boolean): void {
  useNotifications.setState(({ items, told }) => ({
    items: [one, ...items.filter(({ key }) => key !== one.key)].slice(0, KEPT_MAX),
    told: tell ? one : told,
  }));
}

/**
 * Whether news is told on a screen: beside one client's books, perhaps shared with that client, no other client is named. The bell has
 * it. What someone did themselves is told everywhere.
 */
export function isToldOn({ tone, clientId }: Pick<Notification, "tone" | "clientId">, onScreen: string | null): boolean {
  return tone === "failed" || onScreen === null || clientId === onScreen;
}

/** Whether the screen lists what news is about, so that its row says it already: also beside a panel, but not behind a form. */
export function isListedOn({ tone, address: of }: Pick<Notification, "tone" | "address">, address: string): boolean {
  if (tone === "failed" || of === null) return false;
  if (address === of) return true;
  return of.endsWith("/writes") && address.startsWith(`${of}/`) && readWritePlace(decodePart(address.slice(of.length + 1))).kind === "job";
}

/** What is said first and then of news: of a notice its client, of a failed act what happened. */
export function toldWords({ tone, title, body }: Pick<Notification, "tone" | "title" | "body">): readonly [string, string] {
  return tone === "failed" ? [title, body] : [body, title];
}

/** Marks one as read, or all of them. */
export function markRead(key?: string): void {
  useNotifications.setState(({ items, told }) => ({
    items: items.map((one) => (key === undefined || one.key === key ? { ...one, read: true } : one)),
    told: key === undefined || told?.key === key ? null : told,
  }));
}

export function clearNotifications(): void {
  useNotifications.setState({ items: [], told: null });
}

/** The toast has been seen for long enough. */
export function stopTelling(): void {
  useNotifications.setState({ told: null });
}
