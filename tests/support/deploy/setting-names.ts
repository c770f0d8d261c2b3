import { settings } from "#server/platform/settings/config.ts";

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);
