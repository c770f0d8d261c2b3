/**
 * First names for the note beside the waiting list, as specified: they are made up. The operator can switch the note off in
 * `site.waitlist`.
 */
export const joinNames = [
	"Amara",
	"Daniel",
	"Chiara",
	"Kofi",
	"Mei",
	"Tunde",
	"Elif",
	"Jonas",
	"Zainab",
	"Lucía",
] as const;

export const waitlistText = {
	heading: "The private beta opens step by step",
	text: "It is a gradual rollout, by industry and region, so that someone is there to answer when you write. Leave your email address and we’ll tell you when it is your turn.",
	join: "Join the list",
	joining: "Joining",
	done: "You are on the list.",
	doneText: "We saved your address. Please confirm it from the email we send you; otherwise it is deleted.",
	counted: "on the list",
	joined: "just joined",
} as const;
