import type { TwoVoices } from "#contract/findings.ts";
import { CodeText } from "#src/ui/code-text.tsx";

type Level = 3 | 4;

function Voice({ reader, why, fix, level }: { reader: string; why: string; fix: string; level: Level }) {
	const Heading = `h${level}` as const;
	return (
		<div>
			<Heading className="font-semibold text-15">{reader}</Heading>
			<dl className="wrap-anywhere text-15">
				<dt className="mt-1 text-13 text-quiet">Why it matters</dt>
				<dd>
					<CodeText text={why} />
				</dd>
				<dt className="mt-1 text-13 text-quiet">How to fix it</dt>
				<dd>
					<CodeText text={fix} />
				</dd>
			</dl>
		</div>
	);
}

type Props = {
	why: TwoVoices;
	fix: TwoVoices;
	/** Level of the two headings. */
	level: Level;
};

/** Why a problem matters and how to fix it, for the risk's owner and for the engineer. */
export function Voices({ why, fix, level }: Props) {
	return (
		<div className="mt-4 grid gap-5 md:grid-cols-2">
			<Voice reader="For the owner" why={why.owner} fix={fix.owner} level={level} />
			<Voice reader="For the engineer" why={why.engineer} fix={fix.engineer} level={level} />
		</div>
	);
}
