import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import type { Failure } from "#shared/model/ledger/failure.ts";
import {
  forgetLastAct,
  offerUndo,
  openUndoPlace,
  undoPlaceOf,
  useActs,
  useLastAct,
  useUndoPlaces,
} from "../../../src/renderer/state/core/undo.ts";

const element = (name: string) => ({ name }) as unknown as HTMLElement;
const shownIn = () => undoPlaceOf(useLastAct.getState(), useUndoPlaces.getState());
const offer = () => offerUndo("c", "Rule removed.", async () => undefined);

describe("where Undo is offered", () => {
  const [screen, dialog, question] = [element("screen"), element("dialog"), element("question")];
  beforeEach(() => {
    forgetLastAct();
    useUndoPlaces.setState({ screen: null, dialogs: [] });
  });

  it("is below the screen where no dialog is open, also for an act from before one opened", () => {
    openUndoPlace("screen", screen);
    offer();
    expect(shownIn()).toBe(screen);
    openUndoPlace("dialog", dialog);
    expect(shownIn()).toBe(screen);
  });

  it("is the dialog that the act was done in, which hides the screen, and the screen once that dialog is closed", () => {
    const closeDialog = openUndoPlace("dialog", dialog);
    openUndoPlace("screen", screen);
    const closeQuestion = openUndoPlace("dialog", question);
    closeQuestion();
    offer();
    expect(shownIn()).toBe(dialog);
    closeDialog();
    expect(shownIn()).toBe(screen);
  });

  it("says in the dialog that it was undone", async () => {
    openUndoPlace("screen", screen);
    openUndoPlace("dialog", dialog);
    offer();
    await useLastAct.getState().undo?.();
    expect([useLastAct.getState().words, shownIn()]).toEqual(["Undone: “Rule removed.”", dialog]);
  });
});

describe("an act that a failure ended midway", () => {
  const failure: Failure = { code: "disk_full", message: "The disk is full." };
  const drafted = (jobIds: readonly string[], stopped: Failure | null) => async () => ({ jobIds, failure: stopped });

  /** What a screen acts with. */
  function acts(): ReturnType<typeof useActs> {
    const used: ReturnType<typeof useActs>[] = [];
    const Screen = () => {
      used.push(useActs("c"));
      return null;
    };
    renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Screen)));
    return used[0] as ReturnType<typeof useActs>;
  }

  it("says what was done, with Undo, and why the rest wasn't", async () => {
    const taken: string[] = [];
    await acts().perform({
      key: "draft",
      words: "1 draft created.",
      run: drafted(["1"], failure),
      stopped: (done) => done.failure,
      undo: async ({ jobIds }) => taken.push(...jobIds),
    });
    expect(useLastAct.getState()).toMatchObject({ clientId: "c", words: "1 draft created.", failure });
    await useLastAct.getState().undo?.();
    expect(taken).toEqual(["1"]);
    expect(useLastAct.getState()).toMatchObject({ words: "Undone: “1 draft created.”", failure: null });
  });

  it("says so, too, where nothing can take it back, and nothing of a failure where there was none", async () => {
    const send = { key: "send", words: "1 sent.", stopped: (done: { readonly failure: Failure | null }) => done.failure };
    await acts().perform({ ...send, run: drafted(["1"], failure) });
    expect(useLastAct.getState()).toMatchObject({ words: "1 sent.", failure, undo: null });
    await acts().perform({ ...send, run: drafted(["1"], null) });
    expect(useLastAct.getState()).toMatchObject({ words: "1 sent.", failure: null, undo: null });
  });
});
