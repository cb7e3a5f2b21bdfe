import { addPerson, changePerson, currentPerson, listPeople, usePerson } from "#main/store/clients/people.ts";
import { addKey, listKeys } from "#main/store/clients/person-keys.ts";
import { keepPin, notePinRight, tryPin } from "#main/store/clients/pins.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import type { PeopleOps } from "./people-ops.ts";

type Handlers = { readonly [O in keyof PeopleOps]: (input: PeopleOps[O][0]) => PeopleOps[O][1] };

/** Answers who works in the firm. */
export function peopleHandlers(db: () => Sqlite): Handlers {
  return {
    "firm.people": () => listPeople(db()),
    "firm.currentPerson": (user) => currentPerson(db(), user),
    "firm.addPerson": (input) => addPerson(db(), input),
    "firm.changePerson": (change) => changePerson(db(), change),
    "firm.usePerson": ({ name }) => usePerson(db(), name),
    "firm.tryPin": (asked) => tryPin(db(), asked),
    "firm.notePinRight": ({ name }) => notePinRight(db(), name),
    "firm.keepPin": (pin) => keepPin(db(), pin),
    "firm.personKeys": () => listKeys(db()),
    "firm.addPersonKey": (key) => addKey(db(), key),
  };
}
