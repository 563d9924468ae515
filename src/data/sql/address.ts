/** Whether data are in a PostgreSQL server, by their address, and not in a folder. */
export const isServerAddress = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place);

/** The scheme of an address that is not one of PostgreSQL. `C:\` is a folder. */
const otherScheme = (place: string): string | undefined =>
  isServerAddress(place) ? undefined : /^(?:postgres(?:ql)?:|[a-z][a-z\d+.-]+:\/\/)/i.exec(place)?.[0];

/** @throws Error if data are named by an address that is not one of PostgreSQL: it would become a folder's name */
export const checkPlace = (place: string): void => {
  const scheme = otherScheme(place);
  if (scheme !== undefined)
    throw new Error(
      `--data must be a folder, or an address that begins with postgres://, got one that begins with ${scheme}.`,
    );
};

/**
 * A text without the passwords of the addresses in it. A password may hold `@` and `/` that should have been escaped: all
 * up to the last `@` of the word is taken for it.
 */
export const withoutPasswords = (text: string): string =>
  text
    .replace(/\b(?!https?:)([a-z][a-z\d+.-]*:\/\/[^\s:/?#@]*):\S*@/gi, "$1@")
    .replace(/([?&][a-z]*password=)[^&\s"']*/gi, "$1…");

const decodePassword = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** An address without its password, and the password. */
export const splitPassword = (address: string): { readonly address: string; readonly password: string | undefined } => {
  const [, start = "", password, rest = ""] = /^([a-z]+:\/\/[^:/?#@]*):([^/?#]*)(@.*)$/is.exec(address) ?? [];
  if (password !== undefined) return { address: `${start}${rest}`, password: decodePassword(password) };
  const parameter = /[?&]password=([^&#]*)/.exec(address)?.[1];
  return {
    address: address.replace(/([?&])password=[^&#]*&?/, "$1"),
    password: parameter === undefined ? undefined : decodePassword(parameter),
  };
};
