/** A released version, and what its database looked like. */
export type Release = {
	version: string;
	/** Its last commit, for checkouts that have the history. */
	commit: string;
	/** The number of its last migration. */
	migrations: string;
	/** Version of pg-boss's own tables: its processes refuse to start on any other. */
	queueSchema: number;
};

/** Every release in CHANGELOG.md, oldest first. A new release adds its line. */
export const RELEASES: readonly [Release, ...Release[]] = [
	{ version: "0.1.0", commit: "bb887fdeeabc4a8a477d7089de3b085de24e7e34", migrations: "0012", queueSchema: 42 },
	{ version: "0.2.0", commit: "6bd741af6c580a68c645753d3998c448b0973645", migrations: "0016", queueSchema: 42 },
];

/** Migrations up to this number were written before the rules and do not follow them (docs/DEPLOYMENT.md). */
export const BEFORE_THE_RULES = "0020";

/** The versions that upgrades are tested from: the releases, and what ran in between. */
export const STARTING_POINTS = [
	...RELEASES,
	{
		version: "0.2.0-and-later",
		commit: "fc88ee7afcff760e55a9a8b17919d3d2b613f932",
		migrations: "0020",
		queueSchema: 42,
	},
];
