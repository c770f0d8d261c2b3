const NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** `Nigeria`; codes that the device does not know stay codes. */
export const countryText = (code: string): string => (code === "" ? "" : (NAMES.of(code) ?? code));
