import { settings } from "#server/config.ts";

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);
