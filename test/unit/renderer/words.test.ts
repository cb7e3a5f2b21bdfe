import { describe, expect, it } from "vitest";
import { queueReason, syncState } from "#shared/contract/sync/sync.ts";
import { instant } from "#shared/kernel/instant.ts";
import { documentStatuses, documentTypes, unappliedKind } from "#shared/model/books/document.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { documentTitle } from "../../../src/renderer/features/writes/document-title.ts";
import { formatBytes } from "../../../src/renderer/format/amounts/bytes.ts";
import { INBOX_LABELS } from "../../../src/renderer/format/labels/attention-labels.ts";
import { countryLabel } from "../../../src/renderer/format/labels/country-labels.ts";
import { signInLabel } from "../../../src/renderer/format/labels/sign-in-labels.ts";
import {
  queueSentence,
  queueText,
  resumeLabel,
  SCHEDULE_LABELS,
  SYNC_LABELS,
  SYNC_STATES,
  shortQueueText,
  shownState,
  tightQueueText,
} from "../../../src/renderer/format/labels/sync-labels.ts";
import { DOCUMENT_STATUSES, DOCUMENT_TYPES, statusLabel, typeLabel } from "../../../src/renderer/format/labels/transaction-labels.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");

describe("the vocabulary", () => {
  it("has a word for everything that the core can say", () => {
    expect([...DOCUMENT_TYPES].sort()).toEqual([...documentTypes].sort());
    expect([...DOCUMENT_STATUSES].sort()).toEqual([...documentStatuses].sort());
    expect([...SYNC_STATES].sort()).toEqual([...syncState.options, "connecting", "no_network", "retrying"].sort());
    for (const reason of queueReason.options)
      expect(queueText({ reason, position: 1, waiting: 1, resumeAt: null }, NOW)).toMatch(/^[a-z][a-zA-Z -]+$/);
  });

  it("has one word for a client that can't sync before a person has acted", () => {
    const words = [SYNC_LABELS, SCHEDULE_LABELS, INBOX_LABELS].map(({ needs_sign_in: { word } }) => word);
    expect(new Set([...words, codeLabel("needs_sign_in")])).toEqual(new Set(["Disconnected"]));
  });

  it("never calls a cash document or a journal paid", () => {
    expect(statusLabel("paid", "journal").word).toBe("Posted");
    expect(statusLabel("open", "journal").word).toBe("Posted");
    expect(statusLabel("open", "purchase_bill").word).toBe("Open");
    expect(statusLabel("paid", "cash_sale").word).toBe("Posted");
    expect(statusLabel("paid", "sales_invoice").word).toBe("Paid");
    expect(statusLabel("voided", "journal").word).toBe("Voided");
  });

  it("names an overpayment, prepayment or deposit by its kind, as the core does, and everything else by its type", () => {
    const kinds = unappliedKind.options.map((kind) => typeLabel("sales_credit", kind));
    expect(kinds).toEqual(["Overpayment", "Prepayment", "Deposit"]);
    expect(unappliedKind.options.map((kind) => codeLabel(kind))).toEqual(kinds);
    expect(typeLabel("purchase_credit", "prepayment")).toBe("Prepayment");
    expect([typeLabel("sales_credit", null), typeLabel("purchase_credit", undefined)]).toEqual(["Credit note", "Vendor credit"]);
  });

  it("says in a transaction's title who paid an overpayment, or was paid it", () => {
    const title = (fields: object) => documentTitle({ document: { number: "OP-1", party: { name: "Elm" }, ...fields } as never });
    expect(title({ type: "sales_credit", unappliedKind: "overpayment" })).toBe("Overpayment OP-1 from Elm");
    expect(title({ type: "purchase_credit", unappliedKind: "overpayment" })).toBe("Overpayment OP-1 to Elm");
    expect(title({ type: "sales_credit" })).toBe("Credit note OP-1 to Elm");
  });
});

describe("a client without a ledger", () => {
  it("is being connected when it is a demo client, and waits for a person otherwise", () => {
    expect(shownState({ demo: true, ledger: null, state: "never_synced" })).toBe("connecting");
    expect(shownState({ demo: false, ledger: null, state: "never_synced" })).toBe("never_synced");
    expect(shownState({ demo: true, ledger: "Ledger A", state: "never_synced" })).toBe("never_synced");
    expect(shownState({ demo: true, ledger: null, state: "failed" })).toBe("failed");
  });
});

describe("a wait", () => {
  it("counts seconds when it is short, and names the time when it is long", () => {
    expect(resumeLabel("2026-11-21T12:00:42.000Z", NOW)).toBe("in 42 s");
    expect(resumeLabel("2026-11-22T12:00:00.000Z", NOW)).toMatch(/^22 Nov, /);
    expect(resumeLabel("2026-11-21T11:00:00.000Z", NOW)).toBeNull();
    expect(resumeLabel(null, NOW)).toBeNull();
  });

  it("is told in a sentence that never says failed", () => {
    const told = (position: number) =>
      queueSentence({ reason: "server_asked", position, waiting: position, resumeAt: instant("2026-11-21T12:00:42.000Z") }, NOW);
    expect(told(1)).toBe(
      "Queued. Reason: the ledger asked Tieout to wait. Resumes in 42 s. This client is next. Anything you start takes priority.",
    );
    const limit = { reason: "day", position: 1, waiting: 1, resumeAt: instant("2026-11-21T12:00:42.000Z") } as const;
    // Nothing goes ahead of a daily limit: what a person starts waits for it, too.
    expect(queueSentence(limit, NOW)).toBe("Queued. Daily limit reached. Resumes in 42 s.");
    expect(queueSentence({ ...limit, position: 4 }, NOW)).toBe("Queued. Daily limit reached. Resumes in 42 s. 3 requests are ahead.");
    expect(queueSentence({ ...limit, reason: "minute" }, NOW)).toBe(
      "Queued. Per-minute limit reached. Resumes in 42 s. This client is next. Anything you start takes priority.",
    );
    expect(told(2)).toContain(" 1 request is ahead.");
    expect(told(5)).toContain(" 4 requests are ahead.");
  });

  it("counts clients where whole syncs take turns, and names no place behind a colleague", () => {
    const wait = { position: 3, waiting: 3, resumeAt: null };
    expect(queueText({ reason: "turn", ...wait }, NOW)).toBe("other clients sync first · 2 clients ahead");
    expect(queueSentence({ reason: "turn", ...wait }, NOW)).toContain(" 2 clients are ahead.");
    expect(queueSentence({ reason: "colleague", ...wait, position: 1 }, NOW)).toBe(
      "Queued. Reason: another computer is updating this client.",
    );
  });

  it("says why and until when in one line, with the day only where it isn't today", () => {
    const told = (reason: "day" | "batch" | "server_asked" | "offline" | "turn", at: string | null) =>
      [shortQueueText, tightQueueText].map((text) =>
        text({ reason, position: 1, waiting: 1, resumeAt: at === null ? null : instant(at) }, NOW),
      );
    const [today, tightToday] = told("day", "2026-11-21T12:30:00.000Z");
    expect(today).toMatch(/^waiting for the daily limit until [\d:]+/);
    expect(tightToday).toMatch(/^daily limit until [\d:]+/);
    const [later, tightLater] = told("day", "2026-11-23T12:00:00.000Z");
    expect(later).toMatch(/^waiting for the daily limit until 23 Nov, /);
    expect(tightLater).toMatch(/^daily limit until 23 Nov, [\d:]+/);
    expect(told("day", "2026-11-21T12:00:42.000Z")).toEqual([
      "waiting for the daily limit, resumes in 42 s",
      "daily limit, resumes in 42 s",
    ]);
    expect(told("day", null)).toEqual(["waiting for the daily limit", "waiting for the daily limit"]);
    expect(told("batch", "2026-11-21T12:00:42.000Z")[1]).toBe("rate limit, resumes in 42 s");
    expect(told("server_asked", "2026-11-21T12:00:42.000Z")[1]).toBe("asked to wait, resumes in 42 s");
    expect(told("offline", "2026-11-21T12:00:42.000Z")).toEqual(["ledger unavailable (resumes in 42 s)", "resumes in 42 s"]);
    expect(told("turn", null)).toEqual(["other clients sync first", "other clients sync first"]);
  });

  it("is told in a table by when it ends, its reason, and how many are ahead", () => {
    const resumeAt = instant("2026-11-21T12:00:02.000Z");
    expect(queueText({ reason: "minute", position: 5, waiting: 5, resumeAt }, NOW)).toBe(
      "resumes in 2 s · per-minute limit · 4 requests ahead",
    );
    expect(queueText({ reason: "minute", position: 1, waiting: 1, resumeAt }, NOW)).toBe("resumes in 2 s · per-minute limit");
    expect(queueText({ reason: "day", position: 0, waiting: 0, resumeAt: null }, NOW)).toBe("daily limit");
  });
});

describe("sizes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1 kB"],
    [48_211_999, "48.2 MB"],
    [464_000, "464 kB"],
    [1_200_000_000, "1.2 GB"],
  ])("%i is %s", (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });
});

describe("how a connection signs in", () => {
  const told = (authType: string, demo: boolean) => signInLabel({ authType, keyFile: false }, demo);

  it("is told without where a token is set up, which the technical details name", () => {
    for (const authType of ["bearer_env", "oauth1_token", "oauth2_refresh", "oauth2_client_credentials", "oauth2_authorization_code"]) {
      const { how, kept } = told(authType, false);
      expect(`${how}. ${kept}`).not.toMatch(/environment|variable/);
    }
  });

  it("promises nobody a token to renew for a demo client, unless its practice ledger asks for a sign-in", () => {
    const { how, kept } = told("bearer_env", true);
    expect(`${how}. ${kept}`).toBe("Practice ledger on this computer. The books are fictional.");
    expect(told("oauth2_authorization_code", true)).toEqual(told("oauth2_authorization_code", false));
  });
});

describe("countries", () => {
  it("have their name where the ledger gives a code, and are else as the ledger has them", () => {
    expect(["NZ", "gb", "United States", "QX"].map(countryLabel)).toEqual(["New Zealand", "United Kingdom", "United States", "QX"]);
  });
});
