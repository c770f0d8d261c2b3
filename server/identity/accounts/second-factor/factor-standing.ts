/** A session's relation to the second factors of its account. */
export type FactorStanding = {
	/** Whether the account has a second factor. */
	has: boolean;
	/** Whether the session's user gave two factors. */
	given: boolean;
	/** Whether the session started at a company's provider, which vouches only for that company's workspace. */
	byCompany: boolean;
	/** Whether a workspace of the account requires two factors. */
	required: boolean;
};
