import { type FormEvent, useId, useState } from "react";
import type { PersonView } from "#shared/contract/clients/people.ts";
import { PERSON_ROLES, type PersonRole } from "#shared/model/close/person.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { ROLE_WORDS } from "../../format/labels/role-words.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useRoleBar } from "../../state/window/current-role.ts";
import { askForPin } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { usePinsOff } from "../../ui/notes/pin-suggestion.tsx";
import { AdminNote } from "./admin-note.tsx";
import { KeyList } from "./key-section.tsx";
import own from "./people/people.module.css";
import { adviceOnAdding } from "./people/pin-rule.tsx";
import { OwnPinActs, type PinActs, PinCell, PinSection, usePinActs, usesPins } from "./people/pin-section.tsx";
import styles from "./settings-page.module.css";

/** Who works here and as what. The record names them; it is no lock on the files. */
export function PeopleSection() {
  const people = useCoreQuery("people.list", {});
  const refetch = () => void people.refetch();
  const { data: firm } = useCoreQuery("firm.status", {});
  const { data: rule } = useCoreQuery("people.pinRule", {});
  const hasPins = people.data !== undefined && mayUse(firm) && usesPins(people.data, rule?.required === true);
  return (
    <div className={styles.stack} aria-busy={people.isPending}>
      <AdminNote words={t("Only administrators can manage people")} />
      <p className={styles.quiet}>
        {t(
          "Decisions, notes and sign-offs are saved under the current user's name. Roles limit what people can do in Tieout, but anyone with access to Tieout's data folder can still open its files.",
        )}{" "}
        <a href="#/help/team">{t("Learn more about roles and PINs")}</a>
      </p>
      {people.error === null ? null : <FailureNote failure={people.error.failure} />}
      {people.data === undefined ? null : <PeopleTable people={people.data} hasPins={hasPins} onMoved={refetch} />}
      {people.data === undefined || !hasPins ? null : <PinSection people={people.data} onMoved={refetch} />}
      <details className={classes(styles.more, styles.below)}>
        <summary>{t("What each role can do")}</summary>
        <dl className={own.roles}>
          {PERSON_ROLES.map((role) => (
            <div key={role} className={styles.quiet}>
              <dt className={text.medium}>{ROLE_WORDS[role].word}</dt>
              <dd className={own.roleMeans}>{ROLE_WORDS[role].means}</dd>
            </div>
          ))}
        </dl>
      </details>
      <KeyList />
    </div>
  );
}

/** Whether people can be switched: a computer that joined the firm is one person's. */
function mayUse(firm: { readonly state: string } | undefined): boolean {
  return firm === undefined || firm.state === "alone";
}

/** What the current user can't change about a person here, and why; null where they can. */
function usePersonBars(person: PersonView) {
  const bar = useRoleBar("admin");
  const { data: firm } = useCoreQuery("firm.status", {});
  // Whether someone is a member, and who may change it, is known by the server alone.
  const unknown = firm?.state === "offline" && firm.members.length === 0 ? t("This computer isn't connected to the firm's server.") : null;
  const isMember = firm?.members.some((one) => one.person.toLowerCase() === person.name.toLowerCase()) ?? false;
  return {
    printed: bar,
    role:
      isMember && bar === null
        ? t(
            "Members' roles are set on the firm's server. To change {name}'s role, go to Firm and invite {name} with the new role. The role changes at once. {name} doesn't need the invitation code.",
            { name: person.name },
          )
        : (bar ?? unknown),
    active:
      isMember && bar === null
        ? person.active
          ? t("{name} is a member of the shared firm. To end their access, remove their computers under Firm.", { name: person.name })
          : t("{name} is a member of the shared firm. To give them access again, invite them under Firm.", { name: person.name })
        : (bar ?? unknown),
    mayUse: mayUse(firm),
  };
}

interface PeopleTableProps {
  readonly people: readonly PersonView[];
  readonly hasPins: boolean;
  readonly onMoved: () => void;
}

function PeopleTable({ people, hasPins, onMoved }: PeopleTableProps) {
  const pinActs = usePinActs(people, onMoved);
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
      <table className={classes(styles.table, styles.onOneLine, styles.named)}>
        <thead>
          <tr>
            <th
              scope="col"
              title={t("Shown next to the person's work. Tieout adds a computer's first user under the name of the computer account.")}
            >
              {t("Name")}
            </th>
            <th scope="col" title={t("Without a full name, close packs show the name on the left.")}>
              {t("Full name and title in close packs")}
            </th>
            <th scope="col">{t("Role")}</th>
            {hasPins ? <th scope="col">{t("PIN")}</th> : null}
            <th scope="col" className={styles.end}>
              {t("Actions")}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow
              key={person.name}
              person={person}
              pinActs={hasPins ? pinActs : null}
              busy={busy}
              onRole={(role) =>
                change.mutate(
                  { name: person.name, role },
                  told(t("{name}'s role is now {role}.", { name: person.name, role: ROLE_WORDS[role].word.toLowerCase() })),
                )
              }
              onPrinted={(printed) => change.mutate({ name: person.name, ...printed }, told(t("Saved.")))}
              onUse={() =>
                person.hasPin
                  ? askForPin(person.name)
                  : use.mutate({ name: person.name }, told(t("{name} is now the current user.", { name: person.name })))
              }
              onActive={(active) =>
                change.mutate(
                  { name: person.name, active },
                  told(active ? t("{name} reactivated.", { name: person.name }) : t("{name} deactivated.", { name: person.name })),
                )
              }
            />
          ))}
        </tbody>
        <AddPerson people={people} hasPins={hasPins} onAdded={onMoved} />
      </table>
      {pinActs.shown}
    </>
  );
}

interface PersonRowProps {
  readonly person: PersonView;
  /** Null where PINs are of no use. */
  readonly pinActs: PinActs | null;
  readonly busy: boolean;
  readonly onRole: (role: PersonRole) => void;
  readonly onPrinted: (printed: { readonly fullName: string } | { readonly title: string }) => void;
  readonly onUse: () => void;
  readonly onActive: (active: boolean) => void;
}

function PersonRow(row: PersonRowProps) {
  const { person, pinActs, busy, onRole, onPrinted } = row;
  const { name, fullName, title, role, active, current, addedAt } = person;
  const bars = usePersonBars(person);
  // What nobody works under any more stays as it was.
  const inactive = active ? null : t("Reactivate {name} to change this.", { name });
  return (
    <tr>
      <th scope="row" className={styles.name} title={t("Added {time}", { time: formatMinute(addedAt) })}>
        {name}
        {current ? <span className={own.underName}>{t("Current user")}</span> : null}
        {active ? null : <span className={own.underName}>{t("Deactivated")}</span>}
      </th>
      <td>
        <span className={layout.line}>
          <PrintedField
            label={t("Full name of {name}", { name })}
            // What packs show without it. The name itself would look like a value.
            placeholder={t("Same as name")}
            value={fullName}
            bar={bars.printed ?? inactive}
            onSave={(next) => onPrinted({ fullName: next })}
          />
          <PrintedField
            label={t("Title of {name}", { name })}
            placeholder={t("Title")}
            value={title}
            bar={bars.printed ?? inactive}
            onSave={(next) => onPrinted({ title: next })}
          />
        </span>
      </td>
      <td>
        <RoleChoice label={t("Role of {name}", { name })} role={role} bar={bars.role ?? inactive} disabled={busy} onRole={onRole} />
      </td>
      {pinActs === null ? null : (
        <td className={styles.name}>
          <PinCell person={person} acts={pinActs} />
        </td>
      )}
      <td className={styles.end}>
        <span className={classes(layout.wrappingLine, styles.acts)}>
          {current ? pinActs === null ? null : <OwnPinActs person={person} acts={pinActs} /> : <OthersActs {...row} bars={bars} />}
        </span>
      </td>
    </tr>
  );
}

/** Switching to somebody else, and whether they can still be switched to. */
function OthersActs({ person, bars, busy, onUse, onActive }: PersonRowProps & { readonly bars: ReturnType<typeof usePersonBars> }) {
  const { name, active, hasPin } = person;
  return (
    <>
      {active && bars.mayUse ? (
        <Button kind="quiet" disabled={busy} aria-label={t("Switch user to {name}", { name })} onClick={onUse}>
          {hasPin ? t("Switch user…") : t("Switch user")}
        </Button>
      ) : null}
      <Button
        kind="quiet"
        className={styles.toEdge}
        disabled={busy || bars.active !== null}
        title={bars.active ?? undefined}
        onClick={() => onActive(!active)}
      >
        {active ? t("Deactivate") : t("Reactivate")}
      </Button>
    </>
  );
}

interface PrintedFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | null;
  readonly bar: string | null;
  readonly onSave: (value: string) => void;
}

/** How somebody is printed in close packs; saved on leaving the field. */
function PrintedField({ label, placeholder, value, bar, onSave }: PrintedFieldProps) {
  return (
    <input
      // A colleague may change it while it is on the screen.
      key={value ?? ""}
      className={own.printed}
      aria-label={label}
      placeholder={bar === null ? placeholder : "–"}
      defaultValue={value ?? ""}
      disabled={bar !== null}
      title={bar ?? undefined}
      maxLength={80}
      onBlur={(event) => {
        const next = event.target.value.trim();
        if (next !== (value ?? "")) onSave(next);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

interface RoleChoiceProps {
  readonly label: string;
  readonly role: PersonRole;
  readonly bar?: string | null;
  readonly disabled?: boolean;
  /** The form that it is a field of, where it is in a table. */
  readonly form?: string;
  readonly onRole: (role: PersonRole) => void;
}

function RoleChoice({ label, role, bar = null, disabled = false, form, onRole }: RoleChoiceProps) {
  return (
    <select
      className={styles.select}
      form={form}
      aria-label={label}
      title={bar ?? ROLE_WORDS[role].means}
      value={role}
      disabled={disabled || bar !== null}
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

interface AddPersonProps {
  readonly people: readonly PersonView[];
  readonly hasPins: boolean;
  readonly onAdded: () => void;
}

/** The last row of the table; its form is beside the fields, since a row can't hold one. */
function AddPerson({ people, hasPins, onAdded }: AddPersonProps) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<PersonRole>("preparer");
  const isOff = usePinsOff();
  const add = useCoreCommand("people.add");
  const bar = useRoleBar("admin");
  const form = useId();
  const given = name.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (given === "") return;
    add.mutate(
      { name: given, role },
      {
        onSuccess: () => {
          announce(adviceOnAdding(given, people, isOff) ?? t("{name} added.", { name: given }));
          setName("");
          onAdded();
        },
      },
    );
  };
  return (
    <tfoot className={own.added}>
      <tr>
        <th scope="row" className={styles.name}>
          <label htmlFor="person-name">{t("Add person")}</label>
        </th>
        <td>
          <form id={form} className={layout.line} onSubmit={submit}>
            <input
              id="person-name"
              className={styles.input}
              value={name}
              disabled={bar !== null}
              title={bar ?? undefined}
              maxLength={60}
              placeholder={bar === null ? t("Name shown next to their work") : ""}
              onChange={(event) => setName(event.target.value)}
            />
          </form>
        </td>
        <td>
          <RoleChoice label={t("Role of the new person")} role={role} bar={bar} form={form} onRole={setRole} />
        </td>
        {hasPins ? <td /> : null}
        <td className={styles.end}>
          <Button needs="admin" type="submit" form={form} disabled={add.isPending || given === ""}>
            {t("Add")}
          </Button>
        </td>
      </tr>
      {add.error === null ? null : (
        <tr>
          <td colSpan={hasPins ? 5 : 4}>
            <FailureNote failure={add.error.failure} />
          </td>
        </tr>
      )}
    </tfoot>
  );
}
