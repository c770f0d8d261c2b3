import { SIGN_ON_FAILURES, type SignOnFailure } from "#contract/sign-on/sign-on.ts";

/** Failures that say something about the provider or the settings, and not about one person's sign-in. */
type ProviderFailure = Exclude<SignOnFailure, "expired" | "ended">;

/** For owners: what happened, and what to change. Members read their own sentence on the sign-in page. */
const PROBLEMS: Record<ProviderFailure, string> = {
	refused:
		"The provider did not confirm who the person is, or its answer could not be trusted. Check the client ID and the client secret, and whether the person may use this application there.",
	unavailable: "The provider did not answer in time, or not in a way that we could read.",
	no_email:
		"The provider sent no email address. Let it send the claim “email”: allow the scope “email”, and fill in the person’s address there.",
	unstated_email:
		"The provider sent an email address without saying that it is verified. Let it send the claim “email_verified” with the value true; at Entra ID, add the optional claim “xms_edov” to the ID token.",
	unverified_email:
		"The provider says that the person’s email address is not verified. Verify it there; at Entra ID, its domain has to be verified in your tenant.",
	other_domain: "The person’s email address is not in a domain that this workspace has verified. Add its domain above.",
	no_role: "The person has none of the values below, and everyone else is not let in.",
};

export const isProviderFailure = (failure: SignOnFailure): failure is ProviderFailure => failure in PROBLEMS;

/** The sentence for a failure as it is stored; null if there was none. */
export function problemOf(failure: string | null): string | null {
	const known = SIGN_ON_FAILURES.find((one) => one === failure);
	return known !== undefined && isProviderFailure(known) ? `The last sign-in failed. ${PROBLEMS[known]}` : null;
}
