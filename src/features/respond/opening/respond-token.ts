const LINK = /^#([\w-]{43})$/;

/** The secret that a link carries after the #, where no server sees it; null for any other address. */
export const readToken = (hash: string): string | null => LINK.exec(hash)?.[1] ?? null;
