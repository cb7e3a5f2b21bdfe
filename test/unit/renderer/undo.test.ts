import { beforeEach, describe, expect, it } from "vitest";
import { forgetLastAct, offerUndo, openUndoPlace, undoPlaceOf, useLastAct, useUndoPlaces } from "../../../src/renderer/state/core/undo.ts";

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
