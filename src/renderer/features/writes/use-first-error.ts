import { type RefObject, useEffect } from "react";

/** Goes to the first field that is marked, each time a review found something. */
export function useFirstError(form: RefObject<HTMLElement | null>, found: boolean): void {
  useEffect(() => {
    if (found) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, found]);
}
