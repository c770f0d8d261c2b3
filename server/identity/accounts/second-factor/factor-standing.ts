/** What a session has to do with the second factors of its account. */
export type FactorStanding = {
	/** Whether the account has a second factor. */
	has: boolean;
	/** Whether the session's user gave two. */
	given: boolean;
	/** Whether the session began at a company's provider, which vouches for that company's workspace alone. */
	byCompany: boolean;
	/** Whether a workspace of the account requires two. */
	required: boolean;
};
