# The manual page: IN is scdoc's text, OUT roff.
execute_process(COMMAND ${SCDOC} INPUT_FILE ${IN} OUTPUT_FILE ${OUT} COMMAND_ERROR_IS_FATAL ANY)
