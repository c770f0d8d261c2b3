/** What standings mean, for readers of a document. */
export const STANDINGS_EXPLAINED =
	"“Evidence against” means that a finding or a failed test contradicts a control. “None seen” means that scans looked and saw nothing against it. “Covered by evidence” means that people showed evidence. “Partly” means that only some of its controls show something: “Partly: 1 of 5” is one of five. “Stale” means that what was shown or seen is too old. None of them means that a requirement is met.";
