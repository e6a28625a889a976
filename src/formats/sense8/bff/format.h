/* What marks a BFF of ours: docs/formats/bff.md. */
#ifndef TLB_FORMATS_SENSE8_BFF_FORMAT_H
#define TLB_FORMATS_SENSE8_BFF_FORMAT_H

#define BFF_SIGNATURE "bnff"
enum { BFF_LAYOUT = 1 };

#endif
