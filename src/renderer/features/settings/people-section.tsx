import { useState } from "react";
import type { PersonView } from "#shared/contract/people.ts";
import { PERSON_ROLES, type PersonRole } from "#shared/model/person.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatMinute } from "../../format/date.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import styles from "./settings-page.module.css";

const ROLE_WORDS: Readonly<Record<PersonRole, { readonly word: string; readonly means: string }>> = {
  viewer: { word: "Viewer", means: "looks at everything, changes nothing" },
  preparer: { word: "Preparer", means: "also writes, explains, decides and signs as preparer" },
  reviewer: { word: "Reviewer", means: "also accepts, returns and signs as reviewer, and takes reviews over" },
  admin: { word: "Administrator", means: "also keeps the people, connections, limits and backups" },
};

/** Who works here and as what. The record names them; it is no lock on the files. */
export function PeopleSection() {
  const people = useCoreQuery("people.list", {});
  const refetch = () => void people.refetch();
  return (
    <div className={styles.stack} aria-busy={people.isPending}>
      <p className={styles.quiet}>
        Decisions, notes and signatures are kept under the name of who works here now. A role says what may be done in this window; it does
        not protect the files from who can open them.
      </p>
      {people.error === null ? null : <FailureNote failure={people.error.failure} />}
      {people.data === undefined ? null : <PeopleTable people={people.data} onMoved={refetch} />}
      <AddPerson onAdded={refetch} />
      <dl className={styles.roles}>
        {PERSON_ROLES.map((role) => (
          <div key={role} className={styles.quiet}>
            <dt className={styles.roleWord}>{ROLE_WORDS[role].word}</dt>
            <dd className={styles.roleMeans}>{ROLE_WORDS[role].means}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function PeopleTable({ people, onMoved }: { readonly people: readonly PersonView[]; readonly onMoved: () => void }) {
  const change = useCoreCommand("people.change");
  const use = useCoreCommand("people.use");
  const failure = change.error ?? use.error;
  const busy = change.isPending || use.isPending;
  const told = (words: string) => ({
    onSuccess: () => {
      announce(words);
      onMoved();
    },
  });
  return (
    <>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Since</th>
            <th scope="col">Works here</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ name, role, active, current, addedAt }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <RoleChoice
                  label={`Role of ${name}`}
                  role={role}
                  disabled={busy || !active}
                  onRole={(next) => change.mutate({ name, role: next }, told(`${name} is ${ROLE_WORDS[next].word.toLowerCase()} now.`))}
                />
              </td>
              <td className={styles.quiet}>{formatMinute(addedAt)}</td>
              <td>
                <span className={styles.line}>
                  {current ? <Chip tone="ok" word="Now" /> : null}
                  {active ? null : <span className={styles.quiet}>left the firm</span>}
                  {current || !active ? null : (
                    <Button disabled={busy} onClick={() => use.mutate({ name }, told(`${name} works here now.`))}>
                      Work as {name}
                    </Button>
                  )}
                  {current ? null : (
                    <Button
                      kind="quiet"
                      disabled={busy}
                      onClick={() => change.mutate({ name, active: !active }, told(active ? `${name} left the firm.` : `${name} is back.`))}
                    >
                      {active ? "Left the firm" : "Is back"}
                    </Button>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RoleChoiceProps {
  readonly label: string;
  readonly role: PersonRole;
  readonly disabled?: boolean;
  readonly onRole: (role: PersonRole) => void;
}

function RoleChoice({ label, role, disabled = false, onRole }: RoleChoiceProps) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      title={ROLE_WORDS[role].means}
      value={role}
      disabled={disabled}
      onChange={(event) => {
        const next = PERSON_ROLES.find((one) => one === event.target.value);
        if (next !== undefined) onRole(next);
      }}
    >
      {PERSON_ROLES.map((one) => (
        <option key={one} value={one}>
          {ROLE_WORDS[one].word}
        </option>
      ))}
    </select>
  );
}

function AddPerson({ onAdded }: { readonly onAdded: () => void }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<PersonRole>("preparer");
  const add = useCoreCommand("people.add");
  const given = name.trim();
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (given === "") return;
        add.mutate(
          { name: given, role },
          {
            onSuccess: () => {
              announce(`${given} is added.`);
              setName("");
              onAdded();
            },
          },
        );
      }}
    >
      <label htmlFor="person-name">Add a person</label>
      <div className={styles.stack}>
        <div className={styles.line}>
          <input
            id="person-name"
            className={styles.input}
            value={name}
            maxLength={60}
            placeholder="The name, as it stands beside what they do"
            onChange={(event) => setName(event.target.value)}
          />
          <RoleChoice label="Role of the new person" role={role} onRole={setRole} />
          <Button type="submit" disabled={add.isPending || given === ""}>
            Add
          </Button>
        </div>
        {add.error === null ? null : <FailureNote failure={add.error.failure} />}
      </div>
    </form>
  );
}
