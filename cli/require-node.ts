/** The oldest Node that the tests run the command line with. */
const NEEDED = 24;

// Before anything else loads: a feature that an older Node lacks would fail with an error that mentions neither version.
const { versions, stderr } = process;
if (Number(versions.node.split(".")[0]) < NEEDED) {
	stderr.write(`plumbline: Node ${NEEDED} or later is needed, and this is Node ${versions.node}. Nothing was sent.\n`);
	process.exit(2);
}
