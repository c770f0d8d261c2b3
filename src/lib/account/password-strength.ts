export type Strength = "Weak" | "Medium" | "Strong";

/** A symbol is anything but an ASCII letter, a digit or white space. */
const POINTS = [/.{8}/s, /[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9\s]/];

/** Spec section 5: one point each for at least eight characters and for four kinds of characters. */
export const strengthScore = (password: string): number => POINTS.filter((point) => point.test(password)).length;

export function strengthOf(password: string): Strength {
	const score = strengthScore(password);
	if (score >= 4) return "Strong";
	return score >= 2 ? "Medium" : "Weak";
}
