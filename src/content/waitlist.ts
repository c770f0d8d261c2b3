/**
 * First names for the note beside the waiting list, as the specification has it: they are made up. Whoever runs the site
 * switches the note off in `site.waitlist`.
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

export const waitlistWords = {
	heading: "The private beta opens step by step",
	text: "A gradual rollout, by industry and region, so that there is somebody to answer when you write. Leave an address and we tell you when it is your turn.",
	label: "E-mail",
	join: "Join the list",
	joining: "Joining",
	done: "You are on the list.",
	doneText: "We have kept your address. A mail asks you to confirm it; without that it is deleted.",
	counted: "on the list",
	joined: "just joined",
} as const;
