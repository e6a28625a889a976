"""Shows the finer details of a Torque interior from twice as far.

    far_details.py IN.dif OUT.dif
"""

import sys

import trilobite


def main(source, target):
    with trilobite.open(source, format="dif") as document:
        for detail in document.fields.details:
            detail.minPixels //= 2
        report = document.check()
        if not report.is_valid:
            print(*report, sep="\n", file=sys.stderr)
            return True
        document.save(target, replace=True)
        print(*(f"details[{i}].minPixels = {d.minPixels}" for i, d in enumerate(document.fields.details)), sep="\n")


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 3 else __doc__)
    except trilobite.Error as error:
        sys.exit(str(error))
