import { useEffect, useRef } from "react";
import type { TwoVoices } from "#contract/findings/findings.ts";
import { READER_LABELS, READERS, type Reader } from "#contract/reader.ts";
import { CodeText } from "#src/ui/code-text.tsx";
import { chooseReader, useReader } from "./reader.ts";

const Told = ({ why, fix }: { why: string; fix: string }) => (
	<dl className="wrap-anywhere max-w-[68ch] text-15">
		<dt className="text-13 text-quiet">Why it matters</dt>
		<dd>
			<CodeText text={why} />
		</dd>
		<dt className="mt-2.5 text-13 text-quiet">How to fix it</dt>
		<dd>
			<CodeText text={fix} />
		</dd>
	</dl>
);

const nameOf = (reader: Reader): string => `For the ${READER_LABELS[reader].toLowerCase()}`;

type Props = { why: TwoVoices; fix: TwoVoices };

/** Why a problem matters and how to fix it, for the risk owner and for the engineer. */
export function Voices({ why, fix }: Props) {
	return (
		<div className="mt-4 grid gap-5 md:grid-cols-2">
			{READERS.map((reader) => (
				<div key={reader}>
					<h3 className="font-semibold text-15">{nameOf(reader)}</h3>
					<Told why={why[reader]} fix={fix[reader]} />
				</div>
			))}
		</div>
	);
}

/** The same for this device's chosen audience. Find-in-page still finds the other text in browsers that support it; print shows both. */
export function ReaderVoice(props: Props) {
	const shown = useReader();
	return (
		<div>
			{READERS.map((reader) => (
				<Voice key={reader} reader={reader} shown={reader === shown} {...props} />
			))}
		</div>
	);
}

function Voice({ reader, shown, why, fix }: Props & { reader: Reader; shown: boolean }) {
	const box = useRef<HTMLElement>(null);
	useEffect(() => {
		const element = box.current;
		if (!element) return;
		// React supports `hidden` only as a boolean.
		if (shown) element.removeAttribute("hidden");
		else element.setAttribute("hidden", "until-found");
		const found = () => chooseReader(reader);
		element.addEventListener("beforematch", found);
		return () => element.removeEventListener("beforematch", found);
	}, [reader, shown]);
	return (
		<section
			ref={box}
			data-reader={reader}
			hidden={!shown}
			className="print:mb-3 print:block! print:[content-visibility:visible]!"
		>
			<h4 className="sr-only print:not-sr-only print:font-semibold">{nameOf(reader)}</h4>
			<Told why={why[reader]} fix={fix[reader]} />
		</section>
	);
}
