/** Settings for tests about something other than limits: each as high as it can be. */
export const NO_LIMITS = Object.fromEntries(
	[
		"LIMIT_PER_ADDRESS",
		"LIMIT_PER_ACCOUNT",
		"LIMIT_PER_EMAIL",
		"LIMIT_PER_TARGET",
		"LIMIT_SIGN_IN",
		"LIMIT_ACCOUNT_CALLS",
	].map((name) => [name, "1000000"]),
);
