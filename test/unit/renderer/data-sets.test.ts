import { expect, test } from "vitest";
import { streamsLeft } from "#shared/contract/sync/streams-left.ts";
import type { ClientSync, StreamState, SyncState } from "#shared/contract/sync/sync.ts";
import { streamLabel } from "../../../src/renderer/format/labels/sync-labels.ts";

test("a data set isn't called up to date while nobody knows what the ledger has by now", () => {
  const said = (client: SyncState, offline = false, state: StreamState = "up_to_date") =>
    streamLabel({ state, overtaken: false }, client, offline).word;
  expect([said("up_to_date"), said("queued"), said("failed")]).toEqual(Array(3).fill("Up to date"));
  expect([said("offline"), said("needs_sign_in"), said("up_to_date", true)]).toEqual(Array(3).fill("Synced"));
  expect(said("offline", false, "failed")).toBe("Failed");
});

test("a data set that the next sync updates warns nobody while only the ledger is waited for", () => {
  const tone = (client: SyncState, offline = false) => streamLabel({ state: "incomplete", overtaken: true }, client, offline).tone;
  expect([tone("offline"), tone("failed", true)]).toEqual(["neutral", "neutral"]);
  expect([tone("failed"), tone("needs_sign_in")]).toEqual(["warning", "warning"]);
});

test("a sync that waits has all left that it hasn't read, and one that runs what it reads now", () => {
  const states: readonly StreamState[] = ["up_to_date", "reading", "queued", "never_read", "failed", "not_supported"];
  const streams = states.map((state) => ({ stream: state, state })) as unknown as ClientSync["streams"];
  const left = (queue: object | null) =>
    streamsLeft({ streams, queue } as Pick<ClientSync, "streams" | "queue">).map(({ stream }) => stream);
  expect(left(null)).toEqual(["reading", "queued"]);
  expect(left({ reason: "day" })).toEqual(["reading", "queued", "never_read", "failed"]);
});
