import text from "../../styles/text.module.css";

interface AccountNameProps {
  /** Empty text leaves the room of a code, null none. */
  readonly code: string | null | undefined;
  readonly name: string;
}

/** An account in a list: its code apart and muted, so that names are below each other. */
export function AccountName({ code, name }: AccountNameProps) {
  if (code === null || code === undefined) return name;
  return (
    <>
      <span className={text.accountCode}>{code}</span> {name}
    </>
  );
}
