/* What marks a BFF of ours: docs/formats/bff.md. */
#ifndef TLB_SENSE8_BFF_H
#define TLB_SENSE8_BFF_H

#define BFF_SIGNATURE "bnff"
enum { BFF_LAYOUT = 1 };

#endif
