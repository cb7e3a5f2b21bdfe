import type { Person, PersonChange } from "#main/store/clients/people.ts";
import type { KeyToAdd } from "#main/store/clients/person-keys.ts";
import type { PinToKeep, PinToTry, PinTry } from "#main/store/clients/pins.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { PersonKey } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Operations on the people of the firm: input, and result. */
export interface PeopleOps {
  "firm.people": [Record<never, never>, Person[]];
  /** Who works here; makes the first user of a firm its administrator. */
  "firm.currentPerson": [{ readonly name: string; readonly nowMs: number }, Person];
  "firm.addPerson": [
    { readonly name: string; readonly role: PersonRole; readonly by: string; readonly nowMs: number },
    Result<Person, Failure>,
  ];
  "firm.changePerson": [PersonChange, Result<Person, Failure>];
  "firm.usePerson": [{ readonly name: string }, Result<Person, Failure>];
  /** What a PIN is compared with, null for a person without one; it counts as a wrong try until `firm.notePinRight`. */
  "firm.tryPin": [PinToTry, Result<PinTry | null, Failure>];
  "firm.notePinRight": [{ readonly name: string }, null];
  "firm.keepPin": [PinToKeep, Result<Person, Failure>];
  "firm.personKeys": [Record<never, never>, PersonKey[]];
  "firm.addPersonKey": [KeyToAdd, PersonKey];
}

/** Those that only look. */
export const PEOPLE_READ_OPS = ["firm.people", "firm.personKeys"] as const;
