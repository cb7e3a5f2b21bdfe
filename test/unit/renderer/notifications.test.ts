import { beforeEach, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { newsLook } from "../../../src/renderer/features/shell/notifications/news-icon.tsx";
import { dueLabel } from "../../../src/renderer/format/dates/due-labels.ts";
import {
  clearNotifications,
  isListedOn,
  isToldOn,
  markRead,
  noteFailure,
  noteRaised,
  stopTelling,
  toldWords,
  useNotifications,
} from "../../../src/renderer/state/window/notifications.ts";
import { initialsOf } from "../../../src/renderer/ui/controls/avatar.tsx";

const raised = (key: string) => ({
  key,
  kind: "findings" as const,
  clientId: "c",
  title: `Title ${key}`,
  body: "Acme",
  address: "/clients/c/findings",
  at: "2026-11-21T09:00:00.000Z" as Instant,
  dismissedBy: null,
});
const keys = () => useNotifications.getState().items.map(({ key, read }) => `${key}${read ? "" : " new"}`);

describe("the bell", () => {
  beforeEach(clearNotifications);

  it("lists what was raised, newest first, each thing once", () => {
    noteRaised(raised("a"));
    noteRaised(raised("b"));
    markRead();
    noteRaised(raised("a"));
    expect(keys()).toEqual(["a new", "b"]);
    expect(useNotifications.getState().told?.key).toBe("a");
  });

  it("keeps what a toast has told, and what a person read is told no more", () => {
    noteRaised(raised("a"));
    stopTelling();
    expect(useNotifications.getState().told).toBeNull();
    expect(keys()).toEqual(["a new"]);
    noteRaised(raised("b"));
    markRead("b");
    expect(useNotifications.getState().told).toBeNull();
    expect(keys()).toEqual(["b", "a new"]);
  });

  it("tells why an act failed where no screen does: one that was started by a key or from the menu", () => {
    noteFailure({ message: "Val has the role viewer." }, "/", "told");
    expect(useNotifications.getState().told).toMatchObject({ tone: "failed", title: "Val has the role viewer." });
  });

  it("is alone in naming a client on the screens of another one: they may be shared with that one", () => {
    noteRaised(raised("a"));
    const isTold = () => {
      const { told } = useNotifications.getState();
      return ["c", null, "d"].map((onScreen) => told !== null && isToldOn(told, onScreen));
    };
    expect(isTold()).toEqual([true, true, false]);
    expect(keys()).toEqual(["a new"]);
    noteFailure({ message: "Val has the role viewer." }, "/", "told");
    expect(isTold()).toEqual([true, true, true]);
  });

  it("is alone in what the screen lists already, also beside a panel, but not behind a form", () => {
    const news = { tone: "attention", address: "/clients/c/writes" } as const;
    const isListed = (address: string) => isListedOn(news, address);
    expect(["", "/job-1"].map((part) => isListed(`${news.address}${part}`))).toEqual([true, true]);
    expect(["/new-bill", "/review-job-1", "/repeating"].map((part) => isListed(`${news.address}${part}`))).toEqual([false, false, false]);
    expect(["/clients/d/writes", "/clients/c/overview", "/inbox"].map(isListed)).toEqual([false, false, false]);
    expect(isListedOn({ ...news, tone: "failed" }, news.address)).toBe(false);
  });

  it("tells of a notice whose it is first, and of an act what happened", () => {
    expect(toldWords({ tone: "attention", title: "Sync failed", body: "Acme" })).toEqual(["Acme", "Sync failed"]);
    expect(toldWords({ tone: "failed", title: "Not saved.", body: "Try again." })).toEqual(["Not saved.", "Try again."]);
  });

  it("marks news as its state is marked elsewhere, and apart from an act that failed", () => {
    const write = (state: string) => newsLook({ key: `write/c/job-1/${state}`, kind: "write", tone: "attention" });
    const states = ["conflict", "rejected", "posted-differently"].map(write);
    expect(states.map(({ tone }) => tone)).toEqual(["conflict", "failed", "warning"]);
    const lock = newsLook({ key: "lock/c/1", kind: "lock_moved_back", tone: "attention" });
    const act = newsLook({ key: "failed Not saved.", kind: null, tone: "failed" });
    expect([lock.tone, act.tone]).toEqual(["conflict", "failed"]);
    expect(new Set([...states, lock, act].map(({ Icon }) => Icon)).size).toBe(5);
  });

  it("keeps why an act failed, without a toast: the screen says it already", () => {
    noteFailure({ message: "The period is closed.", next: "Reopen it first." }, "/clients/c/close");
    const { items, told } = useNotifications.getState();
    expect(told).toBeNull();
    expect(items).toMatchObject([
      { tone: "failed", title: "The period is closed.", body: "Reopen it first.", address: "/clients/c/close" },
    ]);
  });
});

describe("the dashboard's short forms", () => {
  it("name a person by two letters", () => {
    expect(["Dana Whitfield", "Marcus", " maría  de la Cruz "].map(initialsOf)).toEqual(["DW", "M", "MC"]);
  });

  it("say when something is due", () => {
    const words = (day: string) => dueLabel(calendarDate(day), calendarDate("2026-11-20"));
    expect(["2026-11-20", "2026-11-21", "2026-11-23", "2026-12-24", "2026-11-19"].map(words)).toEqual([
      "today",
      "tomorrow",
      "in 3 days",
      "24 Dec 2026",
      "19 Nov 2026",
    ]);
  });
});
